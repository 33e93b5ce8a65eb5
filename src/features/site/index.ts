export { CookieConsent } from './consent.tsx'
