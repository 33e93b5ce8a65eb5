/** Types of travellers with their share of the fare, the commonest first. */
export const passengerTypes = [
  { code: 'adult', name: 'Adult', fare_percent: 100, hint: '' },
  { code: 'child', name: 'Child', fare_percent: 70, hint: '2 to 11 years' },
  { code: 'student', name: 'Student', fare_percent: 95, hint: 'Bring your school ID' },
  {
    code: 'corps_member',
    name: 'Corps member',
    fare_percent: 90,
    hint: 'Bring your NYSC ID or call-up letter',
  },
  { code: 'senior', name: 'Senior', fare_percent: 90, hint: '60 years and older' },
]
