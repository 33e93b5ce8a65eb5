export { OperatorScreen } from './operator.screen.tsx'
export { OperatorsScreen } from './operators.screen.tsx'
export { RoadScreen } from './road.screen.tsx'
export { getOperatorQuery, getRoadQuery, listOperatorsQuery } from './queries.ts'
