-- What becomes of charters, of requests for them and of places in a queue is told to whose they are.

-- Bodies stand in server/db/functions/events.
create function charter_tells() returns trigger language plpgsql as $$ begin return null; end $$;
create function charter_request_tells() returns trigger language plpgsql as $$ begin return null; end $$;
create function charter_offer_tells() returns trigger language plpgsql as $$ begin return null; end $$;
create function queue_place_tells() returns trigger language plpgsql as $$ begin return null; end $$;

create trigger charter_tells after update on charter
  for each row when ((old.state, old.starts_at, old.until_day, old.driver_name, old.driver_phone, old.driver_plate)
    is distinct from (new.state, new.starts_at, new.until_day, new.driver_name, new.driver_phone, new.driver_plate))
  execute function charter_tells();
create trigger charter_request_tells after update of state on charter_request
  for each row when (old.state is distinct from new.state) execute function charter_request_tells();
create trigger charter_offer_tells after insert or update of state on charter_offer
  for each row execute function charter_offer_tells();
create trigger queue_place_tells after update of state on queue_place
  for each row when (old.state is distinct from new.state) execute function queue_place_tells();
