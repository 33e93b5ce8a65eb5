-- Trigger: notifies a payment's account of a new status.
create or replace function notify_payment_change() returns trigger language plpgsql as $$
begin
  perform publish_event(new.person_id, 'payment', new.reference);
  return null;
end $$;
