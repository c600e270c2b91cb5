import type { ConventionName } from '../../../emulator/model/contract/conventions.ts'
import { answerCases } from './answers.ts'
import type { ConventionCases } from './convention-case.ts'
import { credentialCases } from './credentials.ts'
import { requestCases } from './requests.ts'

/** Every convention: a new one without a case does not compile, and one without all its values fails the test. */
export const conventionCases: ConventionCases<ConventionName> = { ...answerCases, ...credentialCases, ...requestCases }
