import { product } from '#contract/product'
import { bookingFeeKobo, insuranceKobo, formatNaira, vatPercent } from '#contract/money'
import {
  extendedHoldMinutes,
  holdMinutes,
  maxSeats,
  refundWorkingDays,
  refundTiers,
  arriveEarlyMinutes,
  saleClosesMinutes,
  findRefundTierAt,
} from '#contract/policy'
import { providerNamesText, providers } from '#contract/payments/rules'
import type { QuestionGroup } from './find-questions.ts'

const exampleKobo = 1_200_000
const exampleBackKobo = exampleKobo - (exampleKobo * findRefundTierAt(48).fee_percent) / 100

const booking: QuestionGroup = {
  id: 'booking',
  name: 'Booking and seats',
  questions: [
    {
      id: 'how-to-book',
      ask: 'How do I book a bus?',
      words: 'ticket reserve buy start motor mota',
      answer: [
        'Search your route and day, choose a trip, tap your seats, enter the travellers, and pay. Your ticket comes at once, here and by SMS.',
        'On every step you see the total.',
      ],
      to: ['/', 'Search buses'],
    },
    {
      id: 'account-needed',
      ask: 'Do I need an account?',
      words: 'guest sign up register login',
      answer: [
        'No. You can book, pay, cancel and move a trip with a phone number alone.',
        'With an account you also have a wallet, points, saved travellers, and your trips on every phone you use.',
      ],
      to: ['/signup', `Join ${product.name}`],
    },
    {
      id: 'how-long-held',
      ask: 'How long is my seat held?',
      words: 'time hold reserve expire minutes ijokoo oche kujera',
      answer: [
        `${holdMinutes} minutes from the moment you tap “Hold seat”. Nobody else can buy them in that time, and the price stays the same.`,
        `If you pay by bank transfer or USSD, the seats wait up to ${extendedHoldMinutes} minutes in total, because those ways take longer.`,
        'When the time is over, the seats go back on sale. What you typed is still there, so you can choose again.',
      ],
    },
    {
      id: 'how-many-seats',
      ask: 'How many seats can I book?',
      words: 'group family limit maximum ijokoo oche kujera',
      answer: [
        `Up to ${maxSeats} seats in one booking. You can hold seats on two trips at the same time; pay or release one before you hold a third.`,
      ],
    },
    {
      id: 'what-the-price-holds',
      ask: 'What does the price include?',
      words: 'fare cost charges fee vat park union extra money kudi owo ego',
      answer: [
        'Everything you must pay, line by line, before you pay:',
        '- the operator’s fare for each traveller',
        '- the park fee, where there is one',
        `- our booking fee of ${formatNaira(bookingFeeKobo)} a seat, and ${vatPercent}% VAT on that fee`,
        '- travel insurance, only if you ask for it and the operator has none',
        'There is no VAT on the seat itself. The only thing that can be added at the park is luggage above the free allowance.',
      ],
    },
    {
      id: 'fare-not-known',
      ask: 'Why does a trip have no price?',
      words: 'unknown fare missing',
      answer: [
        'That operator has not given us its fare, and we do not guess. Such a trip cannot be booked here. The operator’s phone number is on the trip page, if we have it.',
      ],
    },
    {
      id: 'insurance',
      ask: 'Am I insured?',
      words: 'accident cover',
      answer: [
        'The trip page says which insurer covers the passengers of that operator, which costs you nothing more, or that the operator names none.',
        `Where it names none, you can add travel insurance for ${formatNaira(insuranceKobo)} a seat when you enter the travellers. It is never added without your asking.`,
      ],
    },
    {
      id: 'wrong-name',
      ask: 'I made a mistake in a name. What now?',
      words: 'change correct mistake spelling passenger details',
      answer: [
        'Before you pay, go back to the travellers and change it. After paying, call us with your booking reference: the name is on the ticket and on the passenger list.',
      ],
    },
    {
      id: 'find-my-booking',
      ask: 'Where is my booking?',
      words: 'lost reference other phone trips open again',
      answer: [
        'Under My trips. What you booked on this phone is there without a network.',
        'On another phone, enter the booking reference, which is in the SMS you got, and the phone number of the booking. Then we send a code to that number, which opens the ticket.',
      ],
      to: ['/profile/trip', 'My trips'],
    },
  ],
}

const paying: QuestionGroup = {
  id: 'paying',
  name: 'Paying',
  questions: [
    {
      id: 'ways-to-pay',
      ask: 'How can I pay?',
      words: `card transfer ussd bank wallet cash ${providers.join(' ')} sanwo biya kwuo ugwo`,
      answer: [
        `By card, bank transfer or USSD, through ${providerNamesText}, or from your wallet. You can also pay a part from your wallet and the rest another way.`,
        'You type your card number on the payment company’s page. It never comes to us.',
      ],
    },
    {
      id: 'has-it-landed',
      ask: 'Has my payment landed?',
      words: 'debited charged deducted pending no ticket failed transfer money gone sanwo biya',
      answer: [
        'If your bank took the money and you see no ticket yet, do not pay again. Open the booking and tap “I have paid”. We then ask the payment company itself.',
        'We also keep checking, even when your phone is off. When the money is there, the ticket comes by SMS.',
        'Every payment ends in one of two ways: you get a ticket or a refund.',
      ],
      to: ['/profile/trip', 'My trips'],
    },
    {
      id: 'paid-late',
      ask: 'What if my payment comes too late?',
      words: 'expired time over seats gone delayed transfer',
      answer: [
        'If your seats are still free, they are yours. If others have bought them, we look for other seats on the same bus; you may cancel those for 24 hours without a fee. If the bus is full, we refund you in full automatically.',
      ],
    },
    {
      id: 'paid-twice',
      ask: 'What if I paid twice, or the wrong amount?',
      words: 'double too much too little over under short debited',
      answer: [
        '- Paid twice: one payment buys the ticket, we refund the other.',
        '- Too much: you get your ticket, and we refund the rest.',
        '- Too little: we refund it, and you pay again with the full amount.',
        'You do not need to do anything for it. We write to you when the money is on its way.',
      ],
    },
    {
      id: 'safe-to-pay',
      ask: 'Somebody asks me to pay into an account. Is that you?',
      words: 'scam fraud trick 419 fake code otp pin password safe',
      answer: [
        'No. You pay only on our payment page. A bank transfer goes to an account number which that page shows for this one booking. We never send an account number by chat, and nobody at the park collects for us.',
        'We never ask for a code, a password or a PIN. Do not give them to anybody who calls.',
      ],
    },
    {
      id: 'receipt',
      ask: 'Can I have a receipt?',
      words: 'invoice proof pdf company',
      answer: [
        'Yes. Open the booking under My trips, before or after the trip, and choose Receipt: a PDF shows what you paid, line by line. It needs no account. Every movement of your wallet has a receipt of its own.',
      ],
    },
  ],
}

const refunds: QuestionGroup = {
  id: 'refunds',
  name: 'Cancelling and refunds',
  questions: [
    {
      id: 'refund-when-i-cancel',
      ask: 'What is my refund when I cancel?',
      words: 'get back money return fee percent',
      answer: [
        'It depends on how long it is until the bus leaves. The fee is a share of fare and park fee:',
        ...refundTiers.map((tier) => `- ${tier.sentence}`),
        `An example: a seat of ${formatNaira(exampleKobo)}, cancelled two days before, gives ${formatNaira(exampleBackKobo)} back.`,
        'We keep the booking fee and its VAT. Insurance is refunded in full. You see the amount to the kobo before you confirm.',
      ],
      to: ['/profile/trip', 'My trips'],
    },
    {
      id: 'cancel-one',
      ask: 'Can I cancel for one person only?',
      words: 'part of booking passenger refund',
      answer: ['Yes. Choose who stays at home. The others keep their seats and tickets.'],
    },
    {
      id: 'move-trip',
      ask: 'Can I move to another trip?',
      words: 'reschedule change date time postpone',
      answer: [
        `Once for each booking, until ${refundTiers[2].from_hours} hour before departure, to another trip of the same operator on the same route within 14 days.`,
        'If the new trip costs less, we refund the difference; with an account you choose where it goes. We cannot move you to one that costs more: cancel and book that one.',
        'Moving itself is free of charge. If you cancel after moving, the fee is at least what it was when you moved, on the price you paid first.',
      ],
    },
    {
      id: 'operator-cancels',
      ask: 'What if the operator cancels the trip?',
      words: 'refund cancelled strike breakdown bus',
      answer: [
        'You get a full refund, booking fee too, and you do not have to ask. We write to you by SMS, and by email if you gave an address.',
      ],
    },
    {
      id: 'when-refund-comes',
      ask: 'When will I get my refund?',
      words: 'how long days bank wallet refund status',
      answer: [
        `With an account you choose when you cancel or move. To your wallet: at once. The way you paid: usually within ${refundWorkingDays} working days, since banks take their time.`,
        'Without an account it goes back the way you paid. What was paid from a wallet goes back into it.',
        'The booking shows where each refund is.',
      ],
      to: ['/profile/trip', 'My trips'],
    },
    {
      id: 'missed-bus',
      ask: 'I missed the bus. What now?',
      words: 'late departed no show refund',
      answer: [
        `Once the bus has left there is no refund and no move. Sale ends ${saleClosesMinutes} minutes before departure; be at the park ${arriveEarlyMinutes} minutes before. If you see that you will be late, move or cancel while there is still time, or call the operator: the number is on your ticket.`,
      ],
    },
  ],
}

/** Questions from the search to the refund. All numbers come from the code. */
export const bookingQuestions: readonly QuestionGroup[] = [booking, paying, refunds]
