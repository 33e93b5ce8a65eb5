import { formatCount } from '#contract/quantities'
import { formatNaira } from '#contract/money'
import { providerNamesText } from '#contract/payments/rules'
import { erasureCancellableDays, maxSavedTravellers } from '#contract/profile/rules'
import {
  minRedeemedPoints,
  pointsPerSeat,
  pointValidityMonths,
  pointWorthKobo,
  referralKobo,
  maxReferralsPerMonth,
  rewardTiers,
} from '#contract/rewards/rules'
import { supportHours } from '#contract/support/rules'
import {
  minTopUpKobo,
  maxTopUpKobo,
  pinThresholdKobo,
  pinLockMinutes,
  maxPinTries,
} from '#contract/wallet/rules'
import { passengerDataDays } from '#contract/policy'
import { product } from '#contract/product'
import type { QuestionGroup } from './find-questions.ts'

const money: QuestionGroup = {
  id: 'wallet',
  name: 'Wallet, points and friends',
  questions: [
    {
      id: 'wallet',
      ask: 'What is the wallet for?',
      words: 'balance money pay refund kudi owo ego',
      answer: [
        'It holds naira for your trips. Refunds can go there at once, points turn into money there, and you can pay for a booking from it, in full or in part. Money in it does not expire.',
      ],
      to: ['/profile/wallet', 'My wallet'],
    },
    {
      id: 'add-money',
      ask: 'How do I add money to my wallet?',
      words: 'fund top up deposit load',
      answer: [
        `By card, transfer or USSD, from ${formatNaira(minTopUpKobo)} to ${formatNaira(maxTopUpKobo)} at a time.`,
        'If your wallet has no “Add money” button, money cannot be added yet.',
      ],
      to: ['/profile/wallet/add', 'Add money'],
    },
    {
      id: 'take-money-out',
      ask: 'Can I take money out of my wallet?',
      words: 'withdraw cash out bank transfer',
      answer: [
        'No. It is for paying here. So if you would rather have a refund in your bank, choose “The way I paid” when you cancel.',
      ],
    },
    {
      id: 'wallet-pin',
      ask: 'What is the wallet PIN?',
      words: 'forgot locked wrong code security',
      answer: [
        `Four to six digits of your own. From ${formatNaira(pinThresholdKobo)} on, paying from the wallet asks for it. After ${maxPinTries} wrong tries it is locked for ${pinLockMinutes} minutes. With your password you can set a new one at once.`,
      ],
      to: ['/profile/wallet/pin', 'Wallet PIN'],
    },
    {
      id: 'points',
      ask: 'How do points work?',
      words: 'rewards loyalty tier earn redeem',
      answer: [
        `When a trip is over, each seat earns ${pointsPerSeat} points, each worth ${formatNaira(pointWorthKobo)}. Your ticket must have been checked at the bus, unless the operator has long been known to us. From ${minRedeemedPoints} points you can turn them into money in your wallet. Points expire ${pointValidityMonths} months after their trip.`,
        'The more you travel in twelve months, the more you earn:',
        ...rewardTiers.map(
          (tier) =>
            `- ${tier.name}, ${tier.from_trips === 0 ? 'from the start' : `from ${formatCount(tier.from_trips, 'trip')}`}: ${tier.percent}% of the usual points`,
        ),
      ],
      to: ['/profile/rewards', 'My points'],
    },
    {
      id: 'friends',
      ask: 'What do I get for bringing a friend?',
      words: 'referral invite code link bonus',
      answer: [
        `Your friend joins with your link. After the friend’s first trip you get ${formatNaira(referralKobo)} for each seat of it and your friend gets the same, both in the wallet. Up to ${maxReferralsPerMonth} friends a month count.`,
      ],
      to: ['/profile/referral', 'My link'],
    },
  ],
}

const privacy: QuestionGroup = {
  id: 'privacy',
  name: 'Account and your data',
  questions: [
    {
      id: 'what-we-keep',
      ask: 'What do you know about me, and for how long?',
      words: 'privacy data retention keep delete personal ndpa ndpr',
      answer: [
        'What you write when you book: names, gender, kind of traveller, phone, address, the baby on a lap, next of kin, and who we write to. With an account, your profile too. Never your card number.',
        `${passengerDataDays} days after arrival we delete the travellers’ addresses and phones, the names of babies on laps and the next of kin. The booking, its names and its payments stay, because of tax and disputes.`,
        `The operator of your bus gets the passenger list. ${providerNamesText} get what a payment needs. We sell no data and show no advertising.`,
      ],
      to: ['/terms#your-data', 'Terms: your data'],
    },
    {
      id: 'next-of-kin',
      ask: 'Why do you ask for a next of kin and an address?',
      words: 'manifest law emergency contact passenger list',
      answer: [
        'The National Road Traffic Regulations 2012 ask every commercial vehicle for a passenger list before an intercity trip. It is there so that somebody can be called if something happens. Choose a person who is not on the same bus.',
      ],
    },
    {
      id: 'my-rights',
      ask: 'What are my rights over my data?',
      words:
        'ndpa 2023 nigeria data protection act ndpc complain export correct access portability object',
      answer: [
        'The Nigeria Data Protection Act 2023 gives you the right to know what is kept, to have a copy, to have it corrected or erased, to restrict or object to its use, and to take it elsewhere.',
        `With an account you do most of it yourself under My data: take everything as PDF or JSON, or erase the account. Without an account, write to ${product.email}.`,
        'If we do not help you, complain to the Nigeria Data Protection Commission (NDPC).',
      ],
      to: ['/profile/privacy', 'My data'],
    },
    {
      id: 'erase-account',
      ask: 'How do I delete my account?',
      words: 'erase close remove cancel account',
      answer: [
        `Under My data. You are logged out everywhere at once, and after ${erasureCancellableDays} days the account is erased for good. Log in before that to keep it.`,
        'Use or give up what is in your wallet first, your points and coming trips: they go with the account.',
      ],
      to: ['/profile/privacy', 'My data'],
    },
    {
      id: 'cookies',
      ask: 'Which cookies do you set?',
      words: 'consent tracking jwt local storage accept reject advertising',
      answer: [
        'Only what the app needs:',
        '- consent: your answer about cookies, yes or no, for a year',
        '- jwt: your login, until it ends or you log out',
        '- a second login cookie that no script can read; it keeps you logged in',
        'Nothing optional is set, whichever you answer: no advertising, nothing that follows you. Tickets, forms and lists are kept in your browser’s own storage, and a logout takes everything personal away.',
        'Google’s script is loaded only on the pages where you log in or join.',
      ],
    },
    {
      id: 'forgot-password',
      ask: 'I forgot my password',
      words: 'reset login locked code',
      answer: ['Ask for a code by SMS or email and set a new one. That ends all other logins.'],
      to: ['/forgotten-password', 'Reset password'],
    },
    {
      id: 'saved-travellers',
      ask: 'Can I save the people I travel with?',
      words: 'family passengers list fill',
      answer: [
        `Yes, up to ${maxSavedTravellers}. When you enter the travellers, one tap fills in a name.`,
      ],
      to: ['/profile/travellers', 'My travellers'],
    },
  ],
}

const help: QuestionGroup = {
  id: 'help',
  name: 'Help',
  questions: [
    {
      id: 'talk-to-us',
      ask: 'How do I talk to a person?',
      words: 'support call phone contact customer care whatsapp chat email number',
      answer: [
        `Call ${product.phone.national} (from abroad ${product.phone.international}). ${supportHours}. Have your booking reference at hand.`,
        `You can also write on WhatsApp or to ${product.email}. With an account you can chat here.`,
      ],
      to: ['/support', 'Chat with us'],
    },
    {
      id: 'help-without-data',
      ask: 'How do I get help without data?',
      words: 'offline sms call phone no internet ussd',
      answer: [
        `A call to ${product.phone.national} needs no data. This page and your tickets open without a network.`,
        'Important news comes by SMS as well: your ticket, refunds, and a trip that the operator cancels.',
      ],
    },
    {
      id: 'complain',
      ask: 'How do I complain?',
      words: 'complaint fccpc dispute unhappy report operator',
      answer: [
        'Call or write to us with your booking reference and what happened. About the bus and the ride, tell the operator as well.',
        'If we do not agree, you can go to the Federal Competition and Consumer Protection Commission (FCCPC).',
      ],
    },
    {
      id: 'be-a-partner',
      ask: 'I have buses. How do I sell seats here?',
      words: 'operator partner business list transporter company',
      answer: [
        'See “Become a Partner” and “List your Business” at the foot of the start page. Operators bring their timetable as a GTFS file, or with our help.',
      ],
    },
  ],
}

/** Questions about money, data, and help. All numbers come from the code. */
export const accountQuestions: readonly QuestionGroup[] = [money, privacy, help]
