export {
  authenticateOperator,
  callingOperator,
  makeOperatorKey,
  revokeOperatorKey,
} from './service.ts'
