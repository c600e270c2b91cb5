export { faker } from '@faker-js/faker/locale/en'
