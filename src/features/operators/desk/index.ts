export { OperatorLogo } from './operator-logo.tsx'
