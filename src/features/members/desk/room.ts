import type { DeskMembership } from '#contract/members/model'
import type { DeskRoom } from '#lib/desk-room'

const isHead = ({ role }: DeskMembership) => role === 'owner' || role === 'admin'

export const deskRoom: DeskRoom = {
  routes: [
    {
      path: '/members',
      label: 'Members',
      group: 'Manage',
      at: 80,
      isFor: isHead,
      screen: async () => (await import('./members.tsx')).MembersScreen,
    },
    {
      path: '/log',
      label: 'Log',
      group: 'Manage',
      at: 90,
      isFor: isHead,
      screen: async () => (await import('./audit-log.tsx')).AuditLogScreen,
    },
    {
      path: '/second-step',
      label: 'Login codes',
      group: 'Manage',
      at: 100,
      isFor: ({ operator }) => operator !== null,
      screen: async () => (await import('./second-step.tsx')).SecondFactorScreen,
    },
  ],
  entrance: async () => (await import('./entrance.tsx')).DeskEntrance,
}
