/** Articles about the trip itself: nights, children, parcels, fares. */
export const travelArticles = `
= travelling-at-night | Night buses: how to decide, how to do it safely | On the road
There is no general ban on night travel, and good reasons to think twice. What helps if you go.

Some roads have night buses. People take them because they save a day and a hotel. The Federal Road Safety Corps advises against travelling at night, and corps members are told not to. States sometimes set curfews. We do not tell you what to do, but we mark every trip that runs or arrives at night, so that you choose with open eyes.

## Think about the arrival, too
A bus that leaves at four in the afternoon may be a night bus at its end. Look at the arrival time and add two hours for checkpoints and repairs. Who will pick you up then? Is the park lit? Many travellers wait in the terminal until it is light, and that is a good plan.

## If you can, take the morning
Most buses leave between six and nine. Long roads need the whole day, and an early start means that you arrive before dark. If the journey is longer than a day of light, break it in a city on the way. It costs a night, and you can pay for both parts here separately.

## If you travel at night
- Choose an operator with a big coach and two drivers, and read what it says about its night service.
- Sit away from the door, and not in the first row.
- Send somebody the ticket link and the plate number, and say when you will call.
- Keep phone and money on your body and let nobody see where.
- Carry water, something to eat, a jacket and a power bank in your hand luggage.
- Eat and drink only what you bought yourself.
- At stops, stay with the group and in the light.

## Watch the driver
You may speak up. If the driver speeds, overtakes in bends or nods off, say so loudly and together with others. Commercial vehicles must have a speed limiter. A driver who feels thirty pairs of eyes drives better. Ask for a stop when somebody needs one; a rested driver is everybody’s business.

## If something happens
Stay calm and get out on the side away from the traffic. Stand off the road, behind the vehicle, never between two vehicles. Call 112, the national emergency number, or 122, the Road Safety Corps. Say the road, the last town you passed and the direction. Do not walk off alone to look for help.

## When you have arrived
Call the person who waits for your call. If nobody picks you up, take a taxi from inside the park, let the attendants write down its number, or sit down near them until morning. An hour on a bench is dull and safe.

= children-on-the-road | Children on the road | On the road
Seats, fares, papers and six hours without "are we there yet".

Children travel well when they know what comes next. Tell them in the morning how many towns you will pass, and let them count.

## Their own seat
A child from 2 to 11 years travels on a child’s fare in their own seat. Choose “Child” when you enter the names, and the price changes at once. From 12 they pay like an adult. A baby under 2 travels free on an adult’s lap: write their name under “Baby on the lap”. Everybody in the bus is on the manifest, babies too, with a next of kin who can be called. For the next of kin, name somebody who is not on the same bus.

## Where to sit
Take seats side by side, with the child by the window and you on the aisle. Stay away from the door and from the first row, and put small children in the rows behind rather than beside the driver. If the bus has seat belts, use them from the first metre; a lap is no belt. Families of five or six fill a Sienna, and then the car stops when you need it to.

## The bag for the day
- More water than you think, and food that does not crumble or smell.
- A change of clothes for each small child, within reach and not on the roof.
- Plastic bags, tissues and a wet cloth.
- Medicine for fever and for travel sickness, as your nurse or doctor told you.
- Something new to look at, kept secret until Lokoja or wherever patience ends.

## Toilets and stops
Many buses have none. Go before boarding, even when "it is not necessary". Tell the driver at the beginning that you travel with children; most will stop at a clean place if they know. At each stop hold hands before the door opens, and count heads before it closes.

## Papers
Carry a copy of the birth certificate, and if you travel with a child who is not yours, a short letter with the parents’ phone number. People who ask are doing their duty. Children should know one phone number by heart; write it on the inside of a sleeve as well.

## When a child travels to somebody
Do not hand a child over to a driver. An adult should sit beside the child and be on the same booking. If your teenager travels alone, book a morning bus that arrives by daylight, send the ticket link to the person who waits at the other end, and talk at every long stop.

## If plans change
Children fall ill the night before. You can cancel the child’s seat and yours and leave the others as they are. 24 hours before, the fee is 10% of what those seats cost. Or move the whole booking to another day, once, up to an hour before departure.

= sending-a-parcel-by-bus | Sending goods by bus | Parcels
Counter or driver, what to write on it, and what may not travel.

Goods have always travelled with the bus. It is quick, it is cheap, and traders live from it. People call it waybill. Between a parcel that arrives and one that does not, there is mostly one thing: a receipt.

## Two ways to send
At a cargo counter the parcel is weighed, described and written down. You get a receipt, the company is liable up to the value that you declared, and the receiver collects it with a name and a number. The other way is to give it to the driver, pay cash and send the driver’s phone number and plate to the receiver. It works often. When it does not, the company owes you nothing, because it never had the parcel.

## Pack it as if it would fall
- A strong carton, filled so that nothing moves when you shake it.
- Tape along every edge, and a plastic bag inside against rain.
- Liquids closed, in a second bag, standing upright.
- The receiver’s name, phone number and park on two sides, and once more on a paper inside.
Take a photo of the contents before you close it and one of the carton after.

## Say what is in it
Declare the contents and the value honestly. The value is the most you can get back, and a wrong description gets you nothing. Papers travel as papers, a phone as a phone. Electronics, glass, liquids, medicine and fresh food travel under conditions: batteries stay in the device, medicine has its label and its receipt, fresh food goes at the owner’s risk.

## What may not travel
- Cash, cheques and other papers that are as good as money.
- Jewellery and precious metals.
- Weapons, ammunition, explosives, fireworks, and things that look like weapons.
- Petrol, gas cylinders, and anything flammable, corrosive or radioactive.
- Drugs, and medicine without a label.
- Live animals and human remains.
- Loose lithium batteries and power banks.
- Police and military kit.
This protects the people in the bus, who sit on top of your parcel. If a sender begs you to take a closed bag "for my brother", say no.

## Picking it up
Come with your ID and the number. Open the carton at the counter while somebody watches, and say at once if something is broken or missing. Collect it soon: carriers commonly charge for storage after three working days.

## What it costs
The price depends on route, size and weight, and VAT of 7.5% comes on top, which bus tickets do not have. If a price at a counter sounds too good, ask whether a receipt is included.

= why-fares-change | Fuel, seasons and why fares change | Money
What is in a fare, why December costs more, and how to pay less.

The same seat can cost one price in March and another in December. That is annoying, but it is not a secret. Here is what moves it.

## What you pay for
Every fare here is shown in lines before you pay: the base fare, the park fee, our booking fee, insurance if you want it, and what is taken off. Passenger fares on shared buses are free of VAT since 1 January 2026; our booking fee is not. The total on the result is the total on the receipt. If an operator has not told us its fare, we say so and do not invent one.

## Fuel
Fuel is among the largest costs of a journey. Since the subsidy ended in 2023, petrol prices move often, and not everywhere by the same amount: they differ from state to state, between brands, and between two streets of one city. Diesel, which the big coaches burn, has its own price. Operators follow after some days, and fares that rose do not always come down as quickly. That is why a price without a date is worth little, and why ours say when they were true.

## The season
Around Christmas, at Easter and before Sallah nearly everybody travels in one direction. Buses go out full and come back empty, and the full ones pay for the empty ones. December fares can be half as high again as usual, or double. In the other direction, fares often stay normal.

## The vehicle
On the same road, a Sienna with six seats costs more than a fifteen-seater, and a big coach costs less, at night a little less again. You pay for the number of people who share the driver and the fuel. If you have time, the coach is the cheap way.

## How to pay less
- Look at the days around yours. The strip above the results shows the cheapest fare of each.
- Travel before 10 December, or on the holiday itself.
- Leave from another park of your city, or a smaller operator.
- Choose the right kind of traveller: child, student, corps member, senior. Bring the proof.
- Book early. Our prices do not rise while you hold your seats.
- Collect points. From 100 points you can turn them into money in your wallet.

## What you should not save on
The cheapest way is sometimes a car by the roadside without a manifest, with one passenger too many and no insurance. The difference is small on the day and very large on the wrong day.
`
