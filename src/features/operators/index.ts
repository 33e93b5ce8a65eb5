export { OperatorScreen } from './operator.screen.tsx'
export { OperatorsScreen } from './operators.screen.tsx'
export { getOperatorQuery, listOperatorsQuery } from './queries.ts'
