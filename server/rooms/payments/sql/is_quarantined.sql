-- Whether `quarantine_payment` has set a payment aside: money has come for it, which nobody has checked yet.
create or replace function is_quarantined(pay payment) returns boolean language sql immutable as $$
  select coalesce(starts_with(pay.failure, 'The provider reports '), false)
$$;
