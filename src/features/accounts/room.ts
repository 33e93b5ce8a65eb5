import { product } from '#contract/product'
import type { Room } from '#lib/room'

export const room: Room = {
  name: 'accounts',
  part: 'Profile and wallet',
  routes: [
    {
      path: '/login',
      screen: async () => (await import('./login.screen.tsx')).LogInScreen,
      layout: 'bare',
      prerender_head: true,
    },
    {
      path: '/signup',
      screen: async () => (await import('./signup.screen.tsx')).SignUpScreen,
      layout: 'bare',
      prerender_head: true,
    },
    {
      path: '/forgotten-password',
      screen: async () => (await import('./forgotten-password.screen.tsx')).ForgottenPasswordScreen,
      layout: 'flow',
      prerender_head: true,
    },
    {
      path: '/profile/changepassword',
      screen: async () => (await import('./change-password.screen.tsx')).ChangePasswordScreen,
      layout: 'flow',
      needs_login: true,
    },
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
