#!/bin/sh
# Where a real one would talk to a server, this one writes down what it was told.
set -eu
: "${API_KEY:?is missing}" "${DB_URL:?is missing}"
echo "$SERVICE_NAME:$SERVICE_PORT" >deployed
echo "deployed $SERVICE_NAME on port $SERVICE_PORT"
