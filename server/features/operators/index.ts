export {
  authenticateOperator,
  authenticateStaff,
  callingOperator,
  makeOperatorKey,
  makeStaffKey,
  revokeOperatorKey,
  revokeStaffKey,
} from './service.ts'
