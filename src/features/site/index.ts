export { CookieConsent } from './consent.tsx'
export { HomeScreen } from './home.screen.tsx'
export { blog, coming, company, infoCenter } from './pages.ts'
