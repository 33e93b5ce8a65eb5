export { departuresQuery } from './queries.ts'
