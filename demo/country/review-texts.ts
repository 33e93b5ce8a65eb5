/** First sentences of a review of an operator, by stars. `{from}` and `{to}`: ends of one of its routes. */
export const reviewOpenings: Record<number, readonly string[]> = {
  5: [
    '{from} to {to}, no wahala at all.',
    'I have used them on {from} to {to} four times now and never regretted it.',
    'They left {from} at the very minute that was written on my ticket.',
    'My mother travelled alone to {to} with them and was well looked after.',
    'Smooth trip to {to}.',
    'Best bus I have taken out of {from} this year.',
    'We were at {to} before 2 pm, and the bus was clean.',
    'Very calm driver between {from} and {to}.',
    'Booked in the night, travelled in the morning, everything was in order.',
    'I travel to {to} every two weeks for work and I stay with them.',
    'The bus from {from} was new and the AC worked to the end.',
    'Took my two children to {to}. They slept the whole way.',
    'On time out of {from}, on time at {to}. What else do you want?',
    'Even on Friday evening they did not keep us at {from}.',
    'I was worried about the road to {to}, but the driver knows it well.',
    'Front seat as booked, nobody argued with me.',
    'First time with them from {from} and I was surprised how easy it was.',
    'They called me the day before to remind me of the {to} trip.',
  ],
  4: [
    'Good trip from {from} to {to}, only a small delay.',
    'I will use them again for {to}.',
    'Comfortable bus to {to} and a polite driver.',
    'We left {from} twenty minutes late, but he made it up without rushing.',
    'Nothing to complain about except the music.',
    'Solid. {from} to {to} in the time they told us.',
    'Clean bus, enough legroom for a tall man.',
    'The seat I picked was the seat I got.',
    'Reached {to} safely and before dark.',
    'Better than the last two companies I tried on the {to} road.',
    'Fair price for {from} to {to}.',
    'They stopped twice on the way to {to}, both times at decent places.',
  ],
  3: [
    '{from} to {to} was okay, nothing special.',
    'We got to {to}, but one hour later than they said.',
    'Good driver, tired bus.',
    'The trip itself was fine. The waiting at {from} was not.',
    'Average. You get what you pay for.',
    'It depends on the bus you get. Mine to {to} was old.',
    'They kept the time but the seats are tight for {from} to {to}.',
    'Half and half.',
  ],
  2: [
    'They kept us at {from} for almost two hours.',
    'Not the bus they showed for the {to} trip.',
    'The AC stopped before we were halfway to {to}.',
    'I expected more after reading good things about them.',
    'We got to {to} in the dark because they left late.',
    'Too many stops between {from} and {to}.',
    'My seat was given to somebody else and I had to argue for it.',
  ],
  1: [
    'Broke down before {to} and we waited three hours on the road.',
    'Never again on the {to} road.',
    'They changed the big bus for a small one and squeezed us in.',
    'The driver was on his phone most of the way to {to}.',
    'Left {from} two and a half hours late and nobody said sorry.',
    'The driver overtook in bends all the way to {to}. I was praying.',
    'My bag came out of the boot wet and open at {to}.',
  ],
}

/** Second sentences of a review of an operator. */
export const reviewDetails: Record<number, readonly string[]> = {
  5: [
    'The driver did not speed and did not touch his phone.',
    'USB worked, so I arrived with a full battery.',
    'They tagged my bag and gave me the number.',
    'The attendant helped the old people with their load.',
    'No standing passengers, no attachment.',
    'I showed the code on my phone and entered, no paper.',
    'Water and a small snack were shared after the first checkpoint.',
    'The toilet stop was at a clean filling station.',
    'Nobody was picked up on the road.',
    'The fare was what I saw in the app, not one naira more.',
    'Nobody asked me for extra money for my bag.',
    'The conductor told us at every stop how long it would be.',
    'They refunded my sister in two days when she had to cancel.',
  ],
  4: [
    'Only the USB at my seat was dead.',
    'The film was too loud for a night bus.',
    'Let them look into the queue for luggage.',
    'The park staff were helpful.',
    'AC was strong, carry a cardigan.',
    'The driver obeyed the speed limit.',
    'Boarding was by name and number, not by pushing.',
    'A bit more space for bags would be good.',
    'They should announce the food stop earlier.',
    'One star less because the reading lamp did not work.',
    'I paid for a window and had a window.',
  ],
  3: [
    'They were still looking for passengers after the time on the ticket.',
    'The seat cover was torn.',
    'The driver was good, I give him that.',
    'The charging points did not work.',
    'Two of us had to hold our bags on our laps.',
    'The food stop was expensive and nobody could choose another.',
    'At least the fare was lower than the others.',
    'Staff at the counter did not know when the bus would come.',
  ],
  2: [
    'When I asked, they said the bus was on its way. It was not.',
    'It was hot and the windows do not open.',
    'They wanted ₦1,500 more for a bag that is free on the ticket.',
    'No apology, nothing.',
    'The driver bought fuel with passengers inside, which is not right.',
    'Water came through the roof on the seat behind me.',
  ],
  1: [
    'Nobody picked up the number on the ticket.',
    'In the end we joined another bus with our own money.',
    'I wrote to them and am still waiting for an answer.',
    'There were eighteen of us in a bus for fifteen.',
    'A child was crying from the heat and they would not stop.',
    'They told us to manage. I will not manage again.',
  ],
}

/** Optional last sentences of a review. */
export const reviewClosings: Record<number, readonly string[]> = {
  5: [
    'God bless the driver.',
    'I recommend them.',
    'Keep it up!',
    'Will book again for Christmas.',
    'Well done.',
    '10/10.',
  ],
  4: ['Well done all the same.', 'I would still book them.', 'Four stars from me.', 'E go better.'],
  3: ['They can do better.', 'Maybe next time I try the morning bus.', 'Manageable.'],
  2: ['Please improve.', 'I may try another company next time.', 'Not worth the fare.'],
  1: ['Avoid.', 'I want my money back.', 'Somebody should check these vehicles.'],
}

/** Reviews of a motor park, by stars. */
export const parkReviewTexts: Record<number, readonly string[]> = {
  5: [
    'Orderly park. Every bay has a number and there is light until the last bus.',
    'Plenty of seats under a roof, and security checks bags at the gate.',
    'Easy to find, okada and keke drop you right at the entrance. Staff in vests show you your bus.',
    'The cleanest park toilet I have seen on this road. ₦100 and there is water and soap.',
    'I came at 5 am with children and felt safe. Guards everywhere and good lamps.',
  ],
  4: [
    'Good park, enough shade. Food sellers are fair in price.',
    'The loading bays are clearly marked. Only the gate is tight when three coaches leave together.',
    'Quick to enter and quick to leave. There is a place to charge phones for a small fee.',
    'Touts come to you at the gate, but inside it is calm. Say you have a ticket and they leave you.',
    'Nice waiting hall. The fans were working, the television too.',
  ],
  3: [
    'The park is okay in the dry season. When it rains, one half of it is mud.',
    'Too noisy to hear announcements. Stand close to your bay.',
    'Toilet is there but carry your own tissue. Security is okay by day.',
    'Parking for those who drop you is a problem after 7 am.',
    'You can wait there, but not many seats. Come thirty minutes before, not two hours.',
  ],
  2: [
    'Touts pulled my bag from the taxi before I could speak. Hold your things well.',
    'Little light after 7 pm. I would not wait there alone.',
    'No shade for more than twenty people, and the sun is not smiling.',
    'The toilets were locked and nobody knew who had the key.',
  ],
  1: [
    'My phone was taken while I was asking for my bus. Watch your pockets.',
    'Three people told me three different bays and one of them wanted money for it.',
    'Dirty, dark and full of people shouting. I waited outside by the road.',
  ],
}

/** Given names and family names that go together; the n-th person gets one of each. */
export const reviewerNames: readonly { given: readonly string[]; family: readonly string[] }[] = [
  {
    given:
      'Tunde Folake Segun Yetunde Kunle Bukola Femi Ronke Gbenga Simisola Wale Titilayo Dele Morenike Kehinde Adeola'.split(
        ' ',
      ),
    family: 'Adebayo Ogunleye Akinola Oyelaran Balogun Fashola Olatunji Ajayi Bankole'.split(' '),
  },
  {
    given:
      'Chinedu Ngozi Emeka Ifeoma Obinna Adaobi Kelechi Uchenna Nkechi Ikenna Amara Chukwudi Chidinma Nnamdi Ebere Somto'.split(
        ' ',
      ),
    family: 'Okafor Eze Nwosu Okeke Umeh Anyanwu Onyekachi Ibekwe Madu'.split(' '),
  },
  {
    given:
      'Musa Aisha Ibrahim Zainab Sani Hadiza Yusuf Maryam Aliyu Fatima Umar Rakiya Kabiru Halima Nasiru Safiya'.split(
        ' ',
      ),
    family: 'Bello Danladi Abubakar Garba Lawal Shehu Tanko Yakubu Gambo'.split(' '),
  },
  {
    given:
      'Ekaette Tamuno Osaze Blessing Ese Edidiong Preye Efe Idara Ovie Mfon Ebiere Godwin Patience Terna Ene'.split(
        ' ',
      ),
    family: 'Etim Briggs Osagie Okoro Essien Ebi Ukpong Dokubo Audu'.split(' '),
  },
]

/** Reviews of a business near a motor park, by stars. */
export const businessReviewTexts: Record<number, readonly string[]> = {
  5: [
    'Open when they say, and the price was what they told me on the phone.',
    'I came late from the road and they still attended to me. God bless them.',
    'Honest people. I left my charger there and they kept it until I came back.',
    'Two minutes from the park, clean, and they know their work.',
  ],
  4: [
    'Good service. It is a little hidden, ask for the second gate.',
    'Fair price, quick hands. Only the card machine had no network, so bring cash.',
    'They did what they promised. I waited twenty minutes.',
  ],
  3: [
    'It is okay. Ask for the price before you start.',
    'They are helpful in the day. In the evening only one person was there.',
    'Average, but nearer than any other.',
  ],
  2: [
    'They opened an hour late and I nearly missed my bus.',
    'The price on the phone and the price in the shop were not the same.',
  ],
  1: [
    'Nobody picked the phone and the place was locked.',
    'I paid before and had to beg for my change.',
  ],
}
