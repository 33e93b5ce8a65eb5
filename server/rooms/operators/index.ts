export { recomputeDirectory } from './directory-repository.ts'
export { getOperator } from './directory.ts'
export { room } from './room.ts'
export {
  deskActorChecks,
  makeOperatorAuthenticator,
  makeStaffAuthenticator,
  requireOperator,
  requireStaffKey,
  makeOperatorApiKey,
  makeStaffApiKey,
  revokeOperatorApiKey,
  revokeStaffApiKey,
} from './service.ts'
