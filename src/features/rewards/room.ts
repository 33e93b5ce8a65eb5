import { type Room, screensOf } from '#lib/room'

const screen = screensOf(() => import('./index.ts'))
const own = { layout: 'flow', needs_login: true } as const

export const room: Room = {
  name: 'rewards',
  routes: [
    screen('/profile/rewards', 'RewardsScreen', own),
    screen('/profile/referral', 'ReferralScreen', own),
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
