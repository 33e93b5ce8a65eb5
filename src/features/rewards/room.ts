import type { Room } from '#lib/room'

export const room: Room = {
  name: 'rewards',
  part: 'Profile and wallet',
  routes: [
    {
      path: '/profile/rewards',
      screen: async () => (await import('./rewards.screen.tsx')).RewardsScreen,
      layout: 'flow',
      needs_login: true,
    },
    {
      path: '/profile/referral',
      screen: async () => (await import('./referral.screen.tsx')).ReferralScreen,
      layout: 'flow',
      needs_login: true,
    },
  ],
  navigation: [
    {
      in: 'Money',
      at: 3,
      to: '/profile/rewards',
      label: 'Rewards',
    },
    {
      in: 'Money',
      at: 4,
      to: '/profile/referral',
      label: 'Invite friends',
    },
  ],
}
