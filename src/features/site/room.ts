import { ofDevice } from '#lib/device'
import { type Room, screensOf } from '#lib/room'
import { HomeScreen } from './home.screen.tsx'

declare module '#lib/device' {
  interface KeptInCookies {
    consent: 'yes' | 'no'
  }
}

// Articles and pages about the company load together; the questions are long.
const screen = screensOf(() => import('./reading.screens.ts'))
const answers = screensOf(() => import('./info-center.screen.tsx'))

export const room: Room = {
  name: 'site',
  routes: [
    { path: '/', screen: { now: HomeScreen } },
    // The specification's address of the application itself.
    { path: '/_app', screen: { now: HomeScreen } },
    answers('/info-center', 'InfoCenterScreen'),
    screen('/about', 'AboutScreen'),
    screen('/terms', 'TermsScreen'),
    screen('/privacy', 'PrivacyScreen'),
    screen('/blog', 'BlogScreen'),
    screen('/blog/:code', 'ArticleScreen'),
  ],
  storageKeys: { consent: ofDevice('consent', 'cleared', 'cookie') },
  navigation: [
    {
      in: 'tabs',
      at: 1,
      to: '/',
      label: 'Search',
      icon: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Zm5-1.5L20 20',
    },
    { in: 'top', at: 3, to: '/info-center', label: 'Info Center' },
    { in: 'top', at: 5, to: '/blog', label: 'Blog' },
    { in: 'Our Company', at: 2, to: '/about', label: 'About our Company' },
    { in: 'Our Company', at: 3, to: '/terms', label: 'Terms & conditions' },
  ],
}
