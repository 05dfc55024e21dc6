#!/bin/sh
# Garfio cline: written by garfio install, do not edit
exec {line}
