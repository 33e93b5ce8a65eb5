/** Articles about booking, paying and tickets. The hours and percentages in them are those of `contract/policy.ts`. */
export const bookingArticles = `
= how-refunds-work | How refunds work here | Money
What we refund when you cancel, when the operator cancels, and when a payment goes wrong.

Plans change. A child falls ill, a meeting moves, a bus breaks down before it has left the garage. You should know the refund before you pay, and not after. So the rule stands below the results, on the payment page and on your ticket.

## When you cancel
What you pay for cancelling depends on how long it is until departure. It is a share of what the seat cost.
- 24 hours or more before departure: the fee is 10%.
- From 24 to 6 hours before: 25%.
- From 6 hours to 1 hour before: 50%.
- Later than that: no refund.
The booking fee is not refunded when you cancel. Before you confirm, we show the amount to the kobo. What you see there is what you get, or we ask you again.

## You do not have to cancel everybody
If four of you booked and one stays at home, cancel that one seat. The other three tickets stay as they are, with the same seats and the same codes.

## Moving is often better than cancelling
You may move a booking to another trip on the same route once, up to an hour before it leaves. If the new trip is cheaper, we refund the difference. If it costs more, we show the difference but cannot move you there: cancel and book that trip instead. And if you would have paid a fee for cancelling at the moment you moved, the new booking keeps at least that fee. Moving is not a way around it.

## When the operator cancels
Then you get a full refund, with no fee, and you do not have to ask. We write to you by SMS, and by email if you gave an address. You do not need to do anything. You may of course look for another bus at once.

## When a payment goes wrong
Sometimes money moves although the screen says it did not. We ask the payment company ourselves, again and again, whatever your screen showed.
- Paid twice: one payment gives you the ticket and we refund the other.
- Paid too much: you get the ticket, and we refund the rest.
- Paid too little: we refund it, and you can pay again with the full amount.
- Paid after your seats were released: you get the same seats if they are still free. If they are gone we look for others on the same bus, and you may cancel those free of charge for a day. If the bus is full, you get a full refund.

## Where the money goes
With an account you choose. The wallet is the fast way: the money is there at once and you can pay for the next trip with it. The other way is back to the card or account you paid from. That takes the bank’s time, usually within 10 working days. Without an account, money always goes back the way you paid.

## If something looks wrong
Keep your booking reference, the eleven letters and digits on your ticket. With it we see every payment and every refund in one place. You need no screenshot and no teller.

= reading-a-seat-map | How to read a seat map | Booking
Where the door is, which seats are free, and which one to choose for your kind of journey.

On our trip page a bus is drawn as a bus. The front is at the top. The driver sits front left and the passenger door is on the right, as on the real vehicle. Each seat carries the number that is written on the seat itself, so that there is nothing to discuss at the park.

## What the marks mean
- A seat with its number is free. Tap it and it turns yellow: it is the one you have chosen.
- Three dots: somebody is booking it at this moment.
- A cross: it is sold.
- A dash: it is not for sale here. It belongs to the operator’s own counter, or nobody sits there.
A seat with three dots is free again if it is not paid for, so it is worth looking again after ten minutes. If you use a screen reader, every seat says its number, its place and its state in words.

## Your seat waits for you
When you tap “Hold seat”, the seats are yours for ten minutes. Nobody else can buy them while you type the names. If you pay by bank transfer or by USSD, they wait up to thirty minutes in total, because those ways take longer. One booking has at most six seats.

## Which seat for whom
There is no best seat, only the best for you.
- Front seats see the road and are the last to feel the bumps. Many people with a weak stomach sit well there. They are also warm in the afternoon sun.
- A window is good for sleeping and for a little air. You must ask two people to let you out at a stop.
- An aisle seat has room for long legs and is quick at a stop.
- The last row of a coach is a bench for five. It is the liveliest place in the bus and feels every pothole.
- Near the door you get out first, and you feel every passenger who gets in.
Travelling with children? Take two seats side by side, away from the door, and let the child sit inside by the window.

## Small bus or big coach
A Sienna carries six or seven, fills early and is quick in town. A fifteen-seater has two places in front, four rows of three and a row of four at the back. A coach has two seats on each side of the aisle and more room for bags; some have a toilet. The results show the vehicle and its amenities.

## If you are asked to move at the park
Your seat is on your ticket, and the ticket is signed. Show it and stay friendly. If the operator sends a smaller vehicle than the one you paid for, write to us with your reference.

= travelling-without-a-network | What works when there is no network | The app
Tickets, trips and half-filled forms stay on your phone. What you can do offline and what has to wait.

Between Okene and Lokoja, in a full park on a Friday, or simply when the data is finished: the network goes just when you need your ticket. We built the app for that moment.

## What always works
- Your ticket. Open it once after paying and it stays on this phone with its code. It opens with no network at all.
- The next trips. Seat, park, time and operator of your next departures are there as soon as the app starts.
- Anything you looked at before. Search results and trips you have opened open again, with a line that says how old they are.
- The list of cities and parks, so that you can fill in a search while you wait.
- What you were typing. The names you entered are still in the form, even if your phone goes off halfway.

## What has to wait
Some things need an answer from us to be fair to everybody. Holding seats is one: only the server knows whether a seat is still free. Paying is another, and so is cancelling. The app says so plainly and does not pretend. Fill in what you can, and continue when a bar of signal is back.

## Why a ticket is valid without a network
The code holds your name, your seat and the trip, and a signature that only we can make. The phone that checks it needs only our public key, and it carries that key already. A copy with another name or another seat does not pass. So show the code itself. A screenshot or a printed PDF works too.

## Before you leave home
- Open your ticket once and check that name, seat and park are right.
- Turn up the brightness when the code is read. In bright sun, cup a hand over the screen.
- Send the ticket to somebody at home by SMS or WhatsApp. It is a short link and costs hardly any data.
- Save the trip in your calendar, so that the phone wakes you.
- Put the app on your home screen. Then the phone is less likely to delete its files.

## When data is expensive
With data saver switched on in your browser, or on a 2G line, the app downloads nothing ahead of time. Updates are never taken behind your back: the app asks first, and it never asks while you pay or while your ticket is on the screen.

## If the phone is lost
Log in on another phone, or open the booking with its reference, the phone number you gave and the code that we send to it. The ticket is there again, with the same code.
`
