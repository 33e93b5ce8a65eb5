import { providerNamesText } from '#contract/payments/rules'

/** Articles about motor parks before departure. */
export const parkArticles = `
= your-first-time-at-a-motor-park | Your first time at a motor park | At the park
From the gate to your seat: who is who, what to have ready, and what you should not pay twice.

A big motor park can be loud. Buses hoot, sellers call, and three people ask where you are going before you have seen a sign. With a ticket on your phone you have already decided. You only need to find your bus.

## Come half an hour before
Be there 30 minutes before departure. The operator writes the manifest, weighs bags and loads the roof in that time. Ticket sales close ten minutes before departure, and a full bus may leave exactly on time. In a big city, add the traffic: the road from your house to the park is often the slowest part of the journey.

## Find the right gate
One city has many parks. The ticket names yours with its address, and the trip page has its phone number. Read the name to the driver who takes you there: Jibowu and Ojota are both in Lagos, and far apart on a wet morning. If you are lost, call the park rather than following the first person who says they know your bus.

## Who is who
- At the operator’s counter sit the people who have your booking. Show them your ticket first.
- Loaders carry bags to the boot or the roof. A small tip is usual, but agree on it before the bag leaves your hand.
- Union people keep order at the gate and collect their dues from the operator. You do not pay these.
- Touts bring passengers to buses. You have a bus already; a friendly "I have booked" is enough.

## Why your name is written down
The law asks every commercial vehicle to carry a manifest before an intercity trip: names, addresses, phone numbers, where you get on and off, and a next of kin. It is a rule of the National Road Traffic Regulations of 2012. It is there so that somebody can be called when something happens. With us you have filled it in at home. We delete addresses, phone numbers and the next of kin thirty days after arrival.

## What the price includes
The park fee and our booking fee were in the total before you paid. Nobody at the park may ask for them again. What can be added is luggage above what the operator carries free; the trip page says how much that is.

## Before the door closes
- Look at the plate number and send it to somebody at home.
- Check that your bag is in the same bus as you.
- Visit the toilet now. Many buses have none.
- Keep water, medicine, charger and phone with you, not on the roof.
- Find your seat by its number and show your ticket if somebody sits there.

= keeping-your-money-at-the-park | Tricks at the park, and how not to fall for them | At the park
Wrong buses, second payments, helpful strangers: the usual tricks and a calm answer to each.

Most people at a motor park are there to work or to travel. A few live off people who are in a hurry. Their tricks are old, and each has a simple answer.

## "Your bus has left, come with this one"
A man with a notebook says that your bus is gone and leads you to another, where you pay again. Answer: go to the operator’s own counter, or call the number on the trip page. If a trip is really cancelled, we write to you ourselves and refund you.

## "There is a small extra charge"
For the gate, for the union, for your seat number. What you paid through us covers the fare, the park fee and the booking fee, line by line. Show the receipt. The one thing that can honestly be added is luggage above what the operator carries free.

## "Pay into this account, it is faster"
We take payment only on the payment page, through ${providerNamesText}, or from your wallet. Bank transfers go to an account number that this page shows you for this one booking. We never send an account number by chat, and nobody at the park collects for us.

## "Send me the code you just got"
Codes that arrive by SMS or email open your account. We never ask for one on the phone, in a chat or at the park, and neither does an operator. Nobody needs your password or wallet PIN to help you.

## "I sell my ticket, I cannot travel"
A ticket carries a name and a signature. One in another person’s name will not get you on the bus, and a picture of it may be sold ten times. If you cannot travel, you can cancel here and get a refund.

## "Let me hold your phone and help you"
Keep it in your own hand while you show the code. The person who checks it needs only to see it. In the crowd at the door, put the phone away and hold your bag in front of you.

## The bus that is always nearly full
Sometimes a few "passengers" sit inside so that the bus looks ready to leave. They get out when real ones come. On a bus you booked you know the departure time and how many seats are still free. Look at the trip page and decide for yourself.

## If it has happened
Write down time, place and plate number while you remember them. Call the police on 112. If a payment through us is involved, write to our support line with your booking reference; we can see where the money is. And change your password if you gave it to anybody: that ends all other logins at once.

= luggage-on-the-bus | Luggage: what is free, what costs, what gets lost | At the park
How operators count bags, how to pack for a roof, and when a parcel is the better way.

Few things cause as much talk at the counter as bags. The rules are not the same everywhere, and that is why each trip page here has its operator’s rule in one line. Read it before you pack.

## Three common rules
- One medium bag is free, and a second one is charged by size at the park.
- A number of kilos is free, the bag is weighed and tagged, and each further kilo has a price.
- In small cars: one bag on the lap or under the seat, and bigger things go as a parcel.
"Medium" means what a grown person lifts with one hand. If yours takes two people, expect to pay. In the season around Christmas, when everybody carries rice and presents, the counters are strict.

## Pack for a roof
Bags may travel in the boot, under the bus or on the roof. Rain, dust and weight reach all three.
- Put everything that must stay dry into a plastic bag inside the bag.
- Write your name and phone number on a paper and lay it inside, on top. Labels outside tear off.
- Close zips with a small lock or a cable tie.
- Keep laptops, documents, jewellery, medicine and money with you. What you cannot lose does not go on a roof.
- Tie a piece of bright cloth to the handle. Black bags all look alike at two in the morning.

## Ask for a tag
A tag with a number on the bag and the other half in your hand is worth more than any promise. If the operator has none, take a photo of the bag on the vehicle with the plate number in the picture. At every stop where the boot is opened, stand beside it if you can.

## What does not belong in a bag
Petrol, gas cylinders and fireworks do not travel with people, and neither do acids or loose power banks in the boot. Fish and meat need a closed cooler, or the whole bus will know you. Live animals are the operator’s decision; ask before you come.

## When a parcel is the better way
Three cartons for your sister’s shop are not luggage. At a cargo counter they are weighed, you get a receipt, the carrier is liable for their declared value, and they do not cost you a seat. Giving them to the driver with a handshake is cheaper, until they do not arrive. Then there is no receipt, and the company owes you nothing.

## If your bag is missing
Say so before the bus leaves again, at the operator’s counter, with your tag or photo. Have it written down and ask for a copy. Then write to us with your booking reference, so that it does not depend on one person’s memory.

= going-to-nysc-camp | Going to NYSC camp | Service year
Papers, the right bus, and why corps members do not travel at night.

The call-up letter is here, and camp is in a state you have never seen. All others of your batch travel in the same few days. A little order makes it an easy journey.

## Read the letter twice
The letter names your camp and the days of registration. Camps sometimes move, so trust the letter and not a list from last year or a friend’s memory. Arrive on the first or second day: queues are long, and registration closes.

## Papers to carry
- The call-up letter, several copies, not laminated.
- Your statement of result or certificate, and copies.
- Your school ID.
- Ten passport photos on a white background.
- A medical certificate of fitness.
Put all of it into one flat plastic folder and keep the folder in your hand luggage. Take a photo of each page as well.

## Not at night
The corps asks its members not to travel at night. If evening comes while you are on the road, break the journey at six o’clock and sleep. Police and military barracks, NYSC secretariats and corps lodges take corps members in. So choose a bus that leaves early. For a camp more than ten hours away, plan two days with a night in between rather than one long ride. Our results mark trips that arrive at night.

## Choosing the trip
Camps are often outside the big city: book to the nearest city and ask the camp’s officials, not a stranger, about the last stretch. Search for the day before registration opens, since buses to camp towns fill first. Choose “Corps member” when you enter your name and bring your call-up letter or NYSC ID to the park; the reduced fare is valid only with it.

## What to pack
Three weeks of orientation mean early mornings and white kit. White T-shirts and shorts, white canvas shoes and socks, a torch, a padlock, a bucket if there is one at the destination, mosquito cream, your own medicine, and little cash. One medium bag is free with most operators; a second one may cost extra.

## After camp
You will get a letter of primary assignment, and perhaps a second long journey on the same day as everybody else. Look at the seats before the parade ends. Your phone keeps the ticket without a network, and the network will be full that day.

## For parents
Ask for the ticket link. It shows operator, park and times, and the phone number of the park, without a login.
`
