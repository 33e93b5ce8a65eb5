export { AlmostThereScreen } from './almost-there.screen.tsx'
export { CustomizeScreen } from './customize.screen.tsx'
export {
  ProceedScreen,
  RequestLogInScreen,
  RequestScreen,
  RequestSignUpScreen,
} from './request.screens.tsx'
export { RequestedScreen } from './requested.screen.tsx'
export { SendParcelScreen } from './send-parcel.screen.tsx'
