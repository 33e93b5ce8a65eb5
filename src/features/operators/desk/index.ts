export { OperatorLogoForm } from './operator-logo.tsx'
