export { countOperators } from './directory-repository.ts'
export { room } from './room.ts'
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
