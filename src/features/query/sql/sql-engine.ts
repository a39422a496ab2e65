import { setTimeout as timeout } from "node:timers";
