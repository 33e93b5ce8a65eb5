/** People with an account at the stand-in of Google. Chidi's email address is not verified by Google. */
export const googlePeople = [
  {
    sub: '100000000000000000001',
    name: 'Ada Okafor',
    email: 'ada.okafor@gmail.example',
    email_verified: true,
  },
  {
    sub: '100000000000000000002',
    name: 'Bala Musa',
    email: 'bala.musa@gmail.example',
    email_verified: true,
  },
  {
    sub: '100000000000000000003',
    name: 'Chidi Eze',
    email: 'chidi.eze@gmail.example',
    email_verified: false,
  },
] as const
