export { AskScreen } from './ask.screen.tsx'
export { TravelRequestsScreen } from './travel-requests.screen.tsx'
export { WaitScreen } from './wait.screen.tsx'
export { WatchScreen } from './watch.screen.tsx'
