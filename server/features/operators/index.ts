export { authenticateOperator, makeOperatorKey, revokeOperatorKey } from './service.ts'
