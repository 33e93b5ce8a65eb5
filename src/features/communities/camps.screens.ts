export { NyscScreen } from './nysc.screen.tsx'
