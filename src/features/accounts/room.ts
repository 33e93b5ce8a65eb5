import { product } from '#contract/product'
import { type Room, screensOf } from '#lib/room'

const screen = screensOf(() => import('./index.ts'))

export const room: Room = {
  name: 'accounts',
  routes: [
    screen('/login', 'LogInScreen', { layout: 'bare' }),
    screen('/signup', 'SignUpScreen', { layout: 'bare' }),
    screen('/forgotten-password', 'ForgottenPasswordScreen', { layout: 'flow' }),
    screen('/profile/changepassword', 'ChangePasswordScreen', {
      layout: 'flow',
      needs_login: true,
    }),
  ],
  navigation: [
    { in: 'stranger', at: 1, to: '/login', label: 'Log in' },
    { in: 'stranger', at: 2, to: '/signup', label: `Join ${product.name}` },
    { in: 'Get Involved', at: 1, to: '/signup', label: 'Become an Insider' },
    {
      in: 'Account',
      at: 3,
      to: '/profile/changepassword',
      label: 'Password and devices',
    },
  ],
}
