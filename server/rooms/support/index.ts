export { answerAtDesk } from './desk.ts'
export { moveMarks } from './marks-repository.ts'
export { room } from './room.ts'
