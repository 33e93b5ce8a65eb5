import { type Room, screensOf } from '#lib/room'

const screen = screensOf(() => import('./index.ts'))
const own = { layout: 'flow', needs_login: true } as const

export const room: Room = {
  name: 'profile',
  routes: [
    screen('/profile', 'ProfileScreen', own),
    screen('/profile/details', 'DetailsScreen', own),
    screen('/profile/travellers', 'TravellersScreen', own),
    screen('/profile/settings', 'SettingsScreen', own),
    screen('/profile/privacy', 'PrivacyScreen', own),
  ],
  navigation: [
    {
      in: 'tabs',
      at: 4,
      to: '/profile',
      label: 'Me',
      icon: 'M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5a7.5 7.5 0 0 1 15 0',
    },
    { in: 'account', at: 2, to: '/profile', label: 'Profile' },
    {
      in: 'Travel',
      at: 3,
      to: '/profile/travellers',
      label: 'Travellers',
    },
    {
      in: 'Account',
      at: 1,
      to: '/profile/details',
      label: 'My details',
    },
    {
      in: 'Account',
      at: 2,
      to: '/profile/settings',
      label: 'Settings',
    },
    {
      in: 'Account',
      at: 7,
      to: '/profile/privacy',
      label: 'My data',
    },
  ],
}
