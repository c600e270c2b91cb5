import { configurationQuestions } from './configurations.ts'
import { environmentQuestions } from './environments.ts'
import { legacyQuestions } from './legacy.ts'
import { limitQuestions } from './limits.ts'
import { productQuestions } from './products.ts'
import type { Question } from './question.ts'
import { refusalQuestions, wrongCredentialQuestions } from './refusals.ts'
import { serviceQuestions } from './services.ts'
import { earlierTokenQuestion, oauthQuestions, tokenListQuestion } from './tokens.ts'
import { descriptionQuestions, operationQuestions, strangerQuestions } from './variations.ts'
import { writeQuestions } from './writes.ts'

/** All questions, in the order of asking. */
export const questions: readonly Question[] = [
  ...environmentQuestions,
  ...productQuestions,
  ...limitQuestions,
  ...configurationQuestions,
  ...serviceQuestions,
  tokenListQuestion,
  ...legacyQuestions,
  ...descriptionQuestions,
  ...refusalQuestions,
  ...operationQuestions,
  ...strangerQuestions,
  ...writeQuestions,
  ...oauthQuestions,
  earlierTokenQuestion,
  ...wrongCredentialQuestions,
]
