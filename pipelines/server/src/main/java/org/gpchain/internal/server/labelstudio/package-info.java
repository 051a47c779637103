/** The machine learning back end of Label Studio, for labels on text. */
package org.gpchain.internal.server.labelstudio;
