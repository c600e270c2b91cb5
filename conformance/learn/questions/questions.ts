import { configurationQuestions } from './configurations.ts'
import { descriptionQuestions } from './descriptions.ts'
import { environmentQuestions } from './environments.ts'
import { legacyQuestions } from './legacy.ts'
import { limitQuestions } from './limits.ts'
import { operationQuestions } from './by-operation.ts'
import { productQuestions } from './products.ts'
import type { Question } from './question.ts'
import { refusalQuestions, wrongCredentialQuestions } from './refusals.ts'
import { resourceQuestions } from './resources.ts'
import { serviceQuestions } from './services.ts'
import { strangerQuestions } from './strangers.ts'
import { earlierTokenQuestion, oauthQuestions, tokenListQuestions } from './tokens.ts'
import { unknownClientQuestions } from './unknown-clients.ts'
import { writeQuestions } from './writes.ts'

/** All questions, in the order of asking. */
export const questions: readonly Question[] = [
  ...environmentQuestions,
  ...resourceQuestions,
  ...productQuestions,
  ...limitQuestions,
  ...configurationQuestions,
  ...serviceQuestions,
  ...tokenListQuestions,
  ...legacyQuestions,
  ...descriptionQuestions,
  ...refusalQuestions,
  ...operationQuestions,
  ...strangerQuestions,
  ...writeQuestions,
  ...oauthQuestions,
  earlierTokenQuestion,
  ...wrongCredentialQuestions,
  ...unknownClientQuestions,
]
