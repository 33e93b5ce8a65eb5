import { writePost } from '#contract/communities/endpoints'
import type { Room } from '#lib/room'

export const room: Room = {
  name: 'communities',
  routes: [
    {
      path: '/nysc',
      screen: async () => (await import('./nysc.screen.tsx')).NyscScreen,
      prerender_head: true,
    },
    {
      path: '/community',
      screen: async () => (await import('./community.screen.tsx')).CommunityScreen,
    },
    {
      path: '/community/:group',
      screen: async () => (await import('./group.screen.tsx')).GroupScreen,
    },
    {
      path: '/community/:group/:post',
      screen: async () => (await import('./post.screen.tsx')).PostScreen,
    },
  ],
  outboxKinds: {
    community_post: {
      endpoint: writePost,
      ref: true,
      word: 'Post',
      edit_path: '/community',
    },
  },
  navigation: [
    { in: 'more', at: 7, to: '/nysc', label: 'NYSC' },
    { in: 'more', at: 8, to: '/community', label: 'Community' },
    { in: 'Explore', at: 2, to: '/nysc', label: 'NYSC Community' },
    { in: 'Our Company', at: 1, to: '/community', label: 'Our Community' },
  ],
}
