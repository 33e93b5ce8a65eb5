-- A fare below ₦10 or above ₦5,000,000 is a slip of a timetable or of its rate of exchange. What was
-- taken before this was refused is unknown from now on.
update schedule set flat_fare_kobo = null
  where flat_fare_kobo not between 1000 and 500000000
    or id in (select schedule_id from fare where amount_kobo not between 1000 and 500000000);
delete from fare where amount_kobo not between 1000 and 500000000;

alter table schedule add constraint schedule_fare_in_range check (flat_fare_kobo between 1000 and 500000000);
alter table schedule add constraint schedule_park_fee_in_range check (park_fee_kobo <= 500000000);
alter table fare add constraint fare_in_range check (amount_kobo between 1000 and 500000000);
