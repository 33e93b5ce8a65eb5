import type { Room } from '#lib/room'

export const room: Room = {
  name: 'profile',
  part: 'Profile and wallet',
  routes: [
    {
      path: '/profile',
      screen: async () => (await import('./profile.screen.tsx')).ProfileScreen,
      layout: 'flow',
      needs_login: true,
    },
    {
      path: '/profile/details',
      screen: async () => (await import('./details.screen.tsx')).DetailsScreen,
      layout: 'flow',
      needs_login: true,
    },
    {
      path: '/profile/travellers',
      screen: async () => (await import('./travellers.screen.tsx')).TravellersScreen,
      layout: 'flow',
      needs_login: true,
    },
    {
      path: '/profile/settings',
      screen: async () => (await import('./settings.screen.tsx')).SettingsScreen,
      layout: 'flow',
      needs_login: true,
    },
    {
      path: '/profile/privacy',
      screen: async () => (await import('./privacy.screen.tsx')).MyDataScreen,
      layout: 'flow',
      needs_login: true,
    },
  ],
  navigation: [
    {
      in: 'tabs',
      at: 4,
      to: '/profile',
      label: 'Profile',
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
