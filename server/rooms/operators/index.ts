export {
  authenticateOperator,
  authenticateStaff,
  callingOperator,
  callingStaff,
  makeOperatorKey,
  makeStaffKey,
  revokeOperatorKey,
  revokeStaffKey,
} from './service.ts'
