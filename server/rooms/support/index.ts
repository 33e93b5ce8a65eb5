export { insertDeskAnswer } from './desk.ts'
export { advanceReadMarks } from './marks-repository.ts'
export { supportName } from './message-repository.ts'
export { room } from './room.ts'
