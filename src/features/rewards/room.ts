import { type Room, screensOf } from '#lib/room'

const screen = screensOf(() => import('./index.ts'))
const own = { around: 'flow', own: true } as const

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
      hint: 'Points, and turning them into money',
    },
    {
      in: 'Money',
      at: 4,
      to: '/profile/referral',
      label: 'Invite friends',
      hint: 'Your code, and who came with it',
    },
  ],
}
