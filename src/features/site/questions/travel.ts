import { prohibitedGoods } from '#contract/parcels/goods'
import { arriveEarlyMinutes } from '#contract/policy'
import type { QuestionGroup } from './find-questions.ts'

const tickets: QuestionGroup = {
  id: 'tickets',
  name: 'Tickets and no network',
  questions: [
    {
      id: 'ticket-offline',
      ask: 'Does my ticket open without a network?',
      words: 'offline no data airplane mode internet tikiti tiketi park',
      answer: [
        'Yes. After you pay it is saved on this phone. It opens at the park with your data switched off, and its code can be checked without a network too.',
        'Open it once after paying. The line “The ticket is saved on this phone” tells you that it is there.',
      ],
      to: ['/profile/trip', 'My trips'],
    },
    {
      id: 'what-works-offline',
      ask: 'What else works without a network?',
      words: 'offline no data internet network no dey babu sabis',
      answer: [
        'Your tickets and trips, results and trips you have looked at, your wallet as it was, articles you have read, and this page. Each says how old it is.',
        'Forms keep what you type. Choosing seats and paying need the network, because the seat must be yours alone.',
      ],
      to: ['/phone', 'See what is saved on this phone'],
    },
    {
      id: 'phone-dead',
      ask: 'My phone is dead or lost. Can I still travel?',
      words: 'battery stolen new phone broken ticket reference print paper',
      answer: [
        'Yes. Log in to your account on another phone, or show a printed PDF. Without an account, open My trips there with your booking reference, the phone number of the booking and the code that we send to that number, so keep the SIM. Or send the ticket to somebody who travels with you.',
      ],
      to: ['/profile/trip', 'My trips'],
    },
    {
      id: 'share-ticket',
      ask: 'How do I send a ticket to somebody?',
      words: 'share whatsapp sms forward parents family',
      answer: [
        'The ticket has buttons for WhatsApp, SMS and PDF. The message has a link to a light page that shows operator, park, times and seat, without a login.',
        'A ticket carries the traveller’s name. It cannot be resold.',
      ],
    },
    {
      id: 'little-data',
      ask: 'How do I use less data?',
      words: 'data saver megabytes slow network 2g bundle install',
      answer: [
        'The app stays on this phone and fetches only what is new. Switch on the data saver, with or without an account, and nothing is downloaded unless you ask. The same page shows what the app used and keeps, and frees space.',
      ],
      to: ['/phone', 'Storage on this phone'],
    },
  ],
}

const roadQuestions: QuestionGroup = {
  id: 'road',
  name: 'At the park and on the road',
  questions: [
    {
      id: 'when-to-be-there',
      ask: 'When must I be at the park?',
      words: 'time early report departure tasha gareeji garage',
      answer: [
        `${arriveEarlyMinutes} minutes before departure. The time is on your ticket. The passenger list is closed and bags are loaded then.`,
      ],
    },
    {
      id: 'which-park',
      ask: 'Which park does my bus leave from?',
      words: 'where terminal address direction map tasha gareeji garage',
      answer: [
        'It is on your ticket, with its address. A city has many parks, so show the address to the person taking you there. A park’s own page lists what leaves from it.',
      ],
    },
    {
      id: 'luggage',
      ask: 'How much luggage can I take?',
      words: 'bag load kaya eru ngwongwo kg weight extra',
      answer: [
        'Each operator has a rule of its own. It is on the trip page before you pay, and on your ticket. More than that is paid at the park, if there is room.',
        'Keep money, medicine, papers, phone and laptop with you.',
      ],
    },
    {
      id: 'not-allowed',
      ask: 'What may I not take or send?',
      words: 'prohibited forbidden banned goods parcel waybill load kaya eru ngwongwo',
      answer: [
        'Never, in a bag or as a parcel:',
        ...prohibitedGoods.everywhere.map((words) => `- ${words}`),
        'Not as a parcel either:',
        ...prohibitedGoods.parcels.map((words) => `- ${words}`),
        'Food that spoils travels at your own risk. For electronics, liquids, breakable and costly things, ask first.',
      ],
    },
    {
      id: 'lost-bag',
      ask: 'My bag is missing. Who do I ask?',
      words: 'lost luggage stolen kaya eru',
      answer: [
        'The operator’s counter, before the bus leaves again. Ask them to write a report and give you a copy. Then tell us with your booking reference.',
      ],
    },
    {
      id: 'children',
      ask: 'Do children need a seat?',
      words: 'child baby infant kid fare age pikin omo nwa yaro',
      answer: [
        'Every traveller you book has a seat. Children from 2 to 11 years travel on the child’s fare: choose “Child” when you enter the travellers, and the price changes at once.',
        'Everybody in the bus belongs on the passenger list, babies too. A baby under 2 travels free on the lap of an adult: write their name under “Baby on the lap” when you enter the travellers.',
      ],
    },
    {
      id: 'reduced-fares',
      ask: 'Who pays less?',
      words: 'student senior corps member discount old age child nysc',
      answer: [
        'Children, students, corps members and people of 60 and older. Choose the kind of traveller when you enter the names; the price changes at once. Bring the proof it asks for to the park.',
      ],
    },
    {
      id: 'nysc',
      ask: 'I am going to NYSC camp. What should I know?',
      words: 'corps member corper call-up letter youth service',
      answer: [
        'Choose “Corps member” for the reduced fare, and bring your NYSC ID or your call-up letter.',
        'Take an early bus. NYSC tells its members not to travel at night. Results mark every trip that arrives in the dark.',
        'Buses to camp towns fill first, so book as soon as you know the day.',
      ],
      to: ['/nysc', 'NYSC community'],
    },
    {
      id: 'night',
      ask: 'What does “Arrives in the dark” mean?',
      words: 'night arrival late safety evening moon dare ale abali',
      answer: [
        'The bus is due between 7 PM and 5 AM. Think about who meets you, or choose an earlier bus: buses can be hours late. The Federal Road Safety Corps advises against travelling at night.',
      ],
    },
    {
      id: 'emergency',
      ask: 'Something happened on the road. Who do I call?',
      words: 'accident police robbery help frsc number emergency',
      answer: [
        '112 is the national emergency number, 122 the Road Safety Corps. Say the road, the last town you passed and the direction. Then call the operator; the number is on your ticket.',
      ],
    },
  ],
}

/** Questions from the ticket to the trip. */
export const travelQuestions: readonly QuestionGroup[] = [tickets, roadQuestions]
