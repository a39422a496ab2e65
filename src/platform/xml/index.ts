export { childOf, childrenOf, parseXml, type XmlElement } from "./xml.ts";
