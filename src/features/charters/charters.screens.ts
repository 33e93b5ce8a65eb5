export { CharterScreen } from './charter.screen.tsx'
export { ChartersScreen } from './charters.screen.tsx'
export { PaidScreen } from './paid.screen.tsx'
export { RequestedScreen } from './requested.screen.tsx'
