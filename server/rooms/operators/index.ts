export { countOperators } from './directory-repository.ts'
export { getOperator } from './directory.ts'
export { room } from './room.ts'
export {
  actingFor,
  authenticateOperator,
  authenticateStaff,
  callingOperator,
  callingStaff,
  makeOperatorKey,
  makeStaffKey,
  revokeOperatorKey,
  revokeStaffKey,
} from './service.ts'
