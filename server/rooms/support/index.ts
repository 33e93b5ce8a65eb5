export { answerAtDesk } from './desk.ts'
export { moveMarks } from './marks-repository.ts'
export { ownLine } from './message-repository.ts'
export { room } from './room.ts'
