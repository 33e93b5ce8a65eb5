export { tracking } from './pages.ts'
export { getParcelQuery, listParcelsQuery, noteParcel } from './queries.ts'
export { TrackingLine } from './tracking-line.tsx'
