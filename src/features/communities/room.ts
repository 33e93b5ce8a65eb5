import { type Room, screensOf } from '#lib/room'

const community = screensOf(() => import('./index.ts'))
// Prerendered: it needs only native controls.
const groups = screensOf(() => import('./community.screen.tsx'))

export const room: Room = {
  name: 'communities',
  routes: [
    community('/nysc', 'NyscScreen'),
    groups('/community', 'CommunityScreen'),
    community('/community/:group', 'GroupScreen'),
    community('/community/:group/:post', 'PostScreen'),
  ],
  outboxKinds: {
    community_post: {
      endpoint: async () => (await import('#contract/communities/endpoints')).writePost,
      ref: true,
      word: 'Post',
      edit_path: '/community',
    },
  },
  navigation: [
    { in: 'Explore', at: 2, to: '/nysc', label: 'NYSC Community' },
    { in: 'Our Company', at: 1, to: '/community', label: 'Our Community' },
  ],
}
