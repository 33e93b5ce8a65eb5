import { makeDeviceKey } from '#lib/device'
import type { Room } from '#lib/room'
import { HomeScreen } from './home/home.screen.tsx'

declare module '#lib/device' {
  interface StoredCookies {
    consent: 'yes' | 'no'
  }
}

export const room: Room = {
  name: 'site',
  routes: [
    { path: '/', screen: { now: HomeScreen } },
    // The URL that the specification gives to the app itself.
    { path: '/_app', screen: { now: HomeScreen } },
    {
      path: '/info-center',
      screen: async () => (await import('./info-center.screen.tsx')).InfoCenterScreen,
      prerender_head: true,
      part: 'Messages and help',
    },
    {
      path: '/about',
      screen: async () => (await import('./company.screens.tsx')).AboutScreen,
      prerender_head: true,
    },
    {
      path: '/terms',
      screen: async () => (await import('./company.screens.tsx')).TermsScreen,
      prerender_head: true,
    },
    {
      path: '/privacy',
      screen: async () => (await import('./company.screens.tsx')).PrivacyScreen,
      prerender_head: true,
    },
    {
      path: '/blog',
      screen: async () => (await import('./blog.screens.tsx')).BlogScreen,
      prerender_head: true,
    },
    {
      path: '/blog/:code',
      screen: async () => (await import('./blog.screens.tsx')).ArticleScreen,
    },
  ],
  storageKeys: { consent: makeDeviceKey('consent', 'string', 'cleared', 'cookie') },
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
