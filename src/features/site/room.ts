import { ofDevice } from '#lib/device'
import { type Room, screensOf } from '#lib/room'
import { HomeScreen } from './home.screen.tsx'
import { blog, company, infoCenter } from './pages.ts'

declare module '#lib/device' {
  interface Kept {
    consent: string
  }
}

export const room: Room = {
  name: 'site',
  routes: [
    { path: '/', screen: { now: HomeScreen } },
    // The specification's address of the application itself.
    { path: '/_app', screen: { now: HomeScreen } },
    screensOf(infoCenter)('/info-center', 'InfoCenterScreen'),
    screensOf(company)('/about', 'AboutScreen'),
    screensOf(company)('/terms', 'TermsScreen'),
    screensOf(blog)('/blog', 'BlogScreen', { plain: true }),
    screensOf(blog)('/blog/:code', 'ArticleScreen', { plain: true }),
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
